"""Where the pages of a house lead: every link followed, every page weighed."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection
from urllib.parse import unquote, urldefrag, urljoin, urlsplit
from zlib import crc32

LARGEST = 300_000  # bytes of a page


class Links(HTMLParser):
    """Where a page leads, what it loads, and the places within it that can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.leads: dict[str, bool] = {}  # and whether it is a link
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (name := given.get("id")) is not None:
            self.ids.append(name)
        for kind in ("href", "src"):
            if (where := given.get(kind)) is not None and not where.startswith("data:"):
                self.leads.setdefault(where, tag == "a")
        if tag == "form" and (given.get("method") or "get").lower() == "get" and given.get("action"):
            self.leads.setdefault(str(given["action"]), False)


@dataclass
class Crawl:
    """All of a house as one visitor finds it."""

    address: str
    cookie: str
    queries: int = 1  # of one path are followed: more of them are the same page on another day or with other figures
    thorough: bool = True  # otherwise of the rulebook's paragraphs, and of the pages of games, only one in six
    seen: dict[str, Links | None] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def go(self) -> None:
        wire = HTTPConnection(urlsplit(self.address).netloc, timeout=60)
        asked: Counter[str] = Counter()
        waiting = deque([("/", "the address itself")])
        fragments: list[tuple[str, str, str]] = []
        while waiting:
            url, origin = waiting.popleft()
            path = urlsplit(url).path
            if url in self.seen or asked[path] >= self.queries or self._passes_over(path):
                continue
            asked[path] += 1
            wire.request("GET", url.replace(" ", "%20"), headers={"Cookie": self.cookie})
            answer = wire.getresponse()
            body, kind = answer.read(), answer.headers.get_content_type()
            self.seen[url] = None
            if answer.status in (302, 303, 307):
                waiting.append((urljoin(url, answer.headers["location"]), url))
            elif answer.status != 200:
                self.faults.append(f"{url} (from {origin}): {answer.status}")
            elif kind == "text/html":
                page = self.seen[url] = Links(body.decode())
                self._weigh(url, body, page)
                for where, is_link in page.leads.items():
                    target, fragment = urldefrag(urljoin(url, where))
                    if urlsplit(target).netloc:
                        self.faults.append(f"{url} leads out of the house: {where}")
                    else:
                        waiting.append((target, url))
                        fragments.append((url, target, unquote(fragment) if is_link else ""))
        wire.close()
        for origin, target, fragment in fragments:
            known = self.seen.get(target)
            if fragment and known is not None and fragment not in known.ids:
                self.faults.append(f"{origin}: {target} has no #{fragment}")

    def _passes_over(self, path: str) -> bool:
        if path.startswith("/drills/") and path.count("/") == 3:  # each is dealt anew
            return crc32(path.encode()) % 40 > 0
        alike = (path.startswith("/rules/") and "(" in path) or path.startswith("/docs/games/")
        return not self.thorough and alike and crc32(path.encode()) % 6 > 0

    def _weigh(self, url: str, body: bytes, page: Links) -> None:
        if len(body) > LARGEST:
            self.faults.append(f"{url}: {len(body):,} bytes")
        if len(page.ids) != len(set(page.ids)):
            twice = [name for name, times in Counter(page.ids).items() if times > 1]
            self.faults.append(f"{url}: ids twice: {twice}")
