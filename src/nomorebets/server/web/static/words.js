// The words of a page in the visitor's language: t`Seat ${number} decides` is looked up as "Seat {1} decides".
// The house speaks English over its wires; what it says is found here as the server finds it (languages/catalogue.py).

const WORDS = globalThis.houseWords ?? null; // English where there is no catalogue
export const isEnglish = WORDS === null;
const FIGURE = /(?<![\p{L}\d_#])[-+−]?\$?\d+(?:[.,/:-]\d+)*[%¢]?(?![\p{L}\d_])/gu;
const WHICH = /(?<![\p{L}\d_#])(?:(?:[2-9TJQKA][cdhs♠♥♦♣]?|10[♠♥♦♣])(?:-(?:10|[2-9TJQKA])[cdhs♠♥♦♣]?)*|[0-9A-F]{4}|[-+−]?\$?\d+(?:[.,/:-]\d+)*[%¢]?)(?:@[\w-]+)?(?![\p{L}\d_])/gu; // also cards, and the mark of a guest
const GAP = /\{(\w*)\}/g;
const JOINTS = [". ", " · ", "; ", ": ", ", ", " / "];
const [FEW, FEW_WITHIN] = [6, 7]; // letters of a pattern that is too general to be believed: at its beginning, within
const SPOKEN = new Set(["aria-label", "title", "placeholder", "alt"]);
const kept = new Map();
const GIVEN = new RegExp(`^(${(globalThis.houseNames ?? []).join("|")}) `, "i"); // names that only the house gives
const OWN = /\u2068[^\u2069]*\u2069/g; // what people call themselves, between two marks that nobody sees
const PLACE = /[\uE000-\uE0FF]/g; // a letter of no language stands for such a name while the rest is looked up

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);
const large = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const same = (text) => text;
const loud = (text) => text.toUpperCase();
const quiet = (text) => (text === loud(text) ? text.charAt(0) + text.slice(1).toLowerCase() : text); // capitals of a layout
const BEGINNINGS = [[same, same], [small, large], [large, small], [quiet, loud], [(text) => small(quiet(text)), loud]];
const letters = (text) => text.match(/\p{L}/gu)?.length ?? 0;
const filled = (words, gaps, by) => words.replace(GAP, (all, name) => by[gaps.indexOf(name)]);

/** Messages with gaps, those with most words first. */
const PATTERNS = Object.entries(WORDS ?? {}).filter(([key]) => /\{\w*\}/.test(key)).map(([key, words]) => {
  const texts = key.split(/\{\w*\}/);
  const whole = texts.join("");
  const longest = texts.reduce((a, b) => (b.length > a.length ? b : a));
  return { key, words, longest, length: whole.length, few: letters(whole) < (/^\p{L}/u.test(key) ? FEW : FEW_WITHIN), gaps: [...key.matchAll(GAP)].map((gap) => gap[1]), form: new RegExp(`^${texts.map((text, n) => (n ? `((?:(?!; |[.] ).)${texts[n - 1].at(-1)?.trim() ? "*" : "+"}?)` : "") + escaped(text)).join("")}$`, "su") };
}).sort((a, b) => b.length - a.length || (a.key < b.key ? -1 : 1));

function alike(text) {
  const other = /[.:,]$/.test(text) ? [text.slice(0, -1), text.at(-1)] : [`${text}.`, ""]; // a stop more or less
  for (const [whole, end] of [[text, ""], other]) {
    for (const [turned, back] of BEGINNINGS) {
      const begun = turned(whole);
      let found = WORDS[begun];
      for (const figure of [FIGURE, WHICH]) {
        const figures = begun.match(figure);
        if (!found && figures) found = WORDS[begun.replace(figure, "#")]?.replace(/#/g, () => figures.shift());
      }
      if (found) return (whole.length > text.length ? back(found).replace(/\.$/, "") : back(found)) + end;
    }
  }
  return null;
}

const isUnknown = (part) => letters(part.replace(WHICH, "")) > 1 && known(part) === null;

/** By a pattern with gaps; what fills them is said too, and should be known. Of short ones all of it must be. */
function matched(text, shortly = false) {
  let second = null; // a name in it may be somebody's: nobody knows that
  for (const [turned, back] of BEGINNINGS.slice(0, 2)) {
    const begun = turned(text);
    for (const { words, longest, few, gaps, form } of PATTERNS) {
      const parts = few === shortly && begun.includes(longest) ? form.exec(begun)?.slice(1) : null;
      const isKnown = parts && !parts.some(isUnknown);
      if (!parts || !(isKnown || (second === null && !shortly))) continue;
      const said = back(filled(words, gaps, parts.map((part) => say(part))));
      if (isKnown) return said;
      second = said;
    }
  }
  return second && (matched(text, true) ?? second);
}

function joined(text) {
  for (const joint of JOINTS) {
    const parts = text.split(joint);
    const said = [];
    let any = false;
    for (let at = 0, end; parts.length > 1 && at < parts.length; at = end) {
      let found = null; // a message may have joints of its own: the longest first
      for (end = parts.length; end > at + 1 && !(found = alike(parts.slice(at, end).join(joint))); end -= 1);
      found ??= known(parts[at]);
      said.push(found ?? parts[at]);
      any ||= found !== null;
    }
    if (any) return said.join(joint);
  }
  return null;
}

const quoted = (text) => (/^“[^”]*”$/.test(text) ? `«${say(text.slice(1, -1))}»` : null);

/** Without the stop at its end, which no pattern has where a sentence goes on. */
function stopped(text) {
  const found = /[.:,]$/.test(text) ? known(text.slice(0, -1)) : null;
  return found && found + text.at(-1);
}

/** A name and a figure: "Craps 2", "call $2". */
function numbered(text) {
  const found = /^(.+) ([-+−]?\$?\d[\d.,/:-]*[%¢]?)$/s.exec(text);
  const name = found && known(found[1]);
  return name ? `${name} ${found[2]}` : null;
}

function known(text) {
  if (!kept.has(text)) {
    if (kept.size > 5000) kept.clear();
    kept.set(text, letters(text) ? (quoted(text) ?? alike(text) ?? matched(text) ?? stopped(text) ?? joined(text) ?? matched(text, true) ?? numbered(text)) : null);
  }
  return kept.get(text);
}

/** A name, a sentence or a line of several, as the house said it. */
export function say(text, context = "") {
  const core = text?.trim?.();
  if (!WORDS || !core) return text;
  if (context && WORDS[`${context}\x04${core}`]) return WORDS[`${context}\x04${core}`]; // one word of two meanings
  const names = core.match(OWN) ?? [];
  let place = 0xe000;
  const found = known(core.replace(OWN, () => String.fromCharCode(place++)));
  return found === null ? text : text.replace(core, () => (names.length ? found.replace(PLACE, (one) => names[one.charCodeAt(0) - 0xe000] ?? one) : found));
}

/** A name that somebody gave himself: it is not translated, wherever it is put. */
export const given = (name) => (isEnglish || GIVEN.test(name) ? name : `\u2068${name}\u2069`);

/** A sentence of the page itself, with what is put into it. */
export function t(texts, ...gaps) {
  if (!Array.isArray(texts)) return say(texts);
  if (!WORDS) return String.raw({ raw: texts }, ...gaps);
  const key = texts.reduce((all, text, n) => `${all}{${n}}${text}`);
  const words = WORDS[key.trim()];
  const said = gaps.map((gap) => (typeof gap === "string" ? say(gap) : gap));
  if (!words) return gaps.length ? String.raw({ raw: texts }, ...said) : say(key);
  return key.replace(key.trim(), () => filled(words, gaps.map((_, n) => String(n + 1)), said));
}

/** What a node gets: a text or a label in words, anything else as it is. */
export const child = (part) => (typeof part === "string" ? say(part) : part);
export const label = (name, value) => (SPOKEN.has(name) ? child(value) : value);
