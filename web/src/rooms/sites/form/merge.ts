/** What two people changed in the same record at once. */

export interface Merged<V> {
  /** My changes, and theirs in the fields that I did not change. */
  values: V
  /** The fields that they changed to something other than I have, in the order of the record. */
  theirs: { name: keyof V & string; isMine: boolean }[]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Compares the values that both began with, mine and theirs. `isMine`: I changed the field too. */
export function merge<V extends object>(base: V, mine: V, theirs: V): Merged<V> {
  const values = { ...mine }
  const changed: Merged<V>['theirs'] = []
  for (const name of Object.keys(theirs) as (keyof V & string)[]) {
    const isMine = !isSame(mine[name], base[name])
    if (!isMine) values[name] = theirs[name]
    if (!isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name])) changed.push({ name, isMine })
  }
  return { values, theirs: changed }
}
