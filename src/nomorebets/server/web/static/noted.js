// What this browser remembers: a setting, and of each round what was published before it.

const NOTED = 300; // rounds

/** What is remembered by a name, or remember it; nothing where nothing may be kept. */
export const remembered = (name, value) => { try { return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value); } catch { return null; } };

const notes = () => { try { return JSON.parse(remembered("noted")) ?? []; } catch { return []; } };
export const noted = (id) => notes().find((one) => one.id === id);

export function note(id, facts) {
  const known = notes();
  const one = known.find((old) => old.id === id);
  if (one) Object.assign(one, facts);
  else known.push({ id, ...facts });
  remembered("noted", JSON.stringify(known.slice(-NOTED)));
}
