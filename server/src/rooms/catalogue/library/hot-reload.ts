import type { Library } from './library.ts'

/**
 * A library that can be reloaded while the server runs. Read its properties on each use instead of storing them; data
 * derived from its films stays valid as long as `films` is the same array.
 */
export interface ReloadableLibrary extends Library {
  /** Reloads the library. Throws if it cannot be read; the previous one remains in use. */
  reload(): void
}

export function reloadableLibrary(load: () => Library): ReloadableLibrary {
  let now = load()
  return {
    reload: () => {
      now = load()
    },
    get systems() {
      return now.systems
    },
    get parts() {
      return now.parts
    },
    get films() {
      return now.films
    },
    get vehicles() {
      return now.vehicles
    },
    get warningLights() {
      return now.warningLights
    },
    get troubleCodes() {
      return now.troubleCodes
    },
    get samplesFolder() {
      return now.samplesFolder
    },
    film: (partId) => now.film(partId),
    folder: (name) => now.folder(name),
  }
}
