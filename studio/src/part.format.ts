import type { z } from 'zod'
import { PartFile, PartText } from '../../server/src/rooms/catalogue/library/part.format.ts'

/** The format of a part belongs to the server, which reads the finished library; the studio holds the sources to the same. */

export const PartSource = PartFile
export type PartSource = z.output<typeof PartFile>
export const TextSource = PartText
export type TextSource = z.output<typeof PartText>
