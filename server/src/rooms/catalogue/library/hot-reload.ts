import type { Library } from './library.ts'

/**
 * A library that can be read anew while the product runs. Whoever holds it asks it each time; what somebody makes of its
 * films stays good as long as `films` is the same array.
 */
export interface ReloadableLibrary extends Library {
  /** Throws when the library cannot be read; the former one stays. */
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
    get samplesFolder() {
      return now.samplesFolder
    },
    film: (partId) => now.film(partId),
    folder: (name) => now.folder(name),
  }
}
