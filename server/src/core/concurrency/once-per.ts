/**
 * Returns a function that makes a value once for each key object and caches it for the lifetime of that object. Use it
 * for what a module holds per running application, instead of a module variable that two applications would share.
 */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) {
      value = make(key)
      made.set(key, value)
    }
    return value
  }
}
