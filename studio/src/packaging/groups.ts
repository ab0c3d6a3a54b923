import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Media that are made together, from the same sources. `narration` and `captions` are followed by a language tag. */
export type MediaGroup = 'film' | 'interactive' | 'stills' | `narration ${string}` | `captions ${string}`

/** Which media are made anew, and where the others are taken from. */
export interface Choice {
  /** Left out, everything is made. */
  make?: ReadonlySet<MediaGroup>
  /** The folder of the media from before. */
  media: string
}

/**
 * Puts the files of a group into the folder `to`: by `make` when the group is chosen or one of its files is not there,
 * else as they are.
 */
export async function makeOrKeep(
  choice: Choice,
  group: MediaGroup,
  files: string[],
  to: string,
  make: () => Promise<void>,
): Promise<void> {
  if (isMade(choice, group, files)) return make()
  for (const name of files) await copyFile(join(choice.media, name), join(to, name))
}

/** Whether the group has to be made. */
export function isMade({ make, media }: Choice, group: MediaGroup, files: string[]): boolean {
  return !make || make.has(group) || files.some((name) => !existsSync(join(media, name)))
}
