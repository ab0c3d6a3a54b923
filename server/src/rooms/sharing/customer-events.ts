import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { LinkRow } from './links/links.queries.ts'

/**
 * What customers do, for rooms that tell others about it. Each event is raised in the transaction that stores what
 * happened.
 */
export interface CustomerEvents {
  /** A visit has watched more of a film. The shares are percent of the film; `isFirst`: its first frame was shown. */
  watched(
    db: Db,
    site: Site,
    link: LinkRow,
    watched: { part_id: string; before: number; after: number; isFirst: boolean; at: Date },
  ): Promise<void>
  /** The customer answered, or took an answer back. */
  answered(db: Db, site: Site, link: LinkRow, at: Date): Promise<void>
  /** The customer wrote back. */
  replied(
    db: Db,
    site: Site,
    reply: { customer_id: number; channel: 'sms' | 'email'; from: string; words: string; at: Date },
  ): Promise<void>
  /** A customer is about to be forgotten, with everything that was said. */
  forgotten(db: Db, site: Site, customerId: number): Promise<void>
}

declare module '../../core/services.ts' {
  interface Services {
    customerEvents: CustomerEvents
  }
}
