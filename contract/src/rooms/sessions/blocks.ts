import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Id } from '../../fields.ts'

/** Addresses and names that are blocked after wrong passwords, as the operator lifts them. */

/** 'address' counts over all web sites; the others are of one web site: a name, a name at one address, a device. */
export const BlockKind = z.enum(['address', 'user', 'pair', 'device'])
export type BlockKind = z.infer<typeof BlockKind>

export const Block = z.object({
  kind: BlockKind,
  /** The address, the name, or 'name address'. Of a device: its id. */
  subject: z.string(),
  web_site_id: z.int().nullable(),
  site_name: z.string().nullable(),
  until: z.string(),
  /** Failed attempts that still count. */
  attempts: z.int(),
})
export type Block = z.infer<typeof Block>

export const getIpAddressForUnblocking = endpoint({
  method: 'GET',
  path: '/getIpAddressForUnblocking',
  who: may('manage_web_sites'),
  summary: 'Returns the addresses, names and devices that are blocked now, those with the longest block first.',
  reply: z.array(Block),
})

export const updateUnblockIpAddress = endpoint({
  method: 'PUT',
  path: '/updateUnblockIpAddress',
  who: may('manage_web_sites'),
  notWhileActing: true,
  site: 'web_site_id',
  audit: { action: 'block.lift' },
  summary: 'Lifts a block and forgets the attempts that led to it. With only ip_address: the block of that address.',
  fails: ['block_not_found'],
  body: z.union([
    z.object({ ip_address: z.union([z.ipv4(), z.ipv6()]), web_site_id: Id.optional() }),
    z.object({ kind: BlockKind, subject: z.string().trim().min(1).max(400), web_site_id: Id.optional() }),
  ]),
  reply: z.object({ lifted: z.int() }),
})
