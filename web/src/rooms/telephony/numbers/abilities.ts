import type { Capabilities } from '@cutaway/contract/rooms/telephony/numbers.ts'
import type { z } from 'zod'

const abilities = ['SMS', 'MMS', 'voice', 'fax'] as const

/** What a number can do, in words: 'Text, Voice'. */
export const abilitiesOf = (can: z.infer<typeof Capabilities>, t: (key: string) => string): string =>
  abilities
    .filter((name) => can[name])
    .map((name) => t(`numbers_can_${name}`))
    .join(', ')
