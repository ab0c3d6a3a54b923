import type { findFilms, Finding, PartFilm } from '@cutaway/contract/rooms/integrations/findings.ts'
import type { makeOrderLink, OrderLink } from '@cutaway/contract/rooms/integrations/orders.ts'
import type { BodyInputOf, ReceivedOf } from '@cutaway/contract/endpoint.ts'
import type * as client from './types.ts'

/** Does not compile when the types of the client and those of the contract differ. */
type Accepts<Wanted, Given extends Wanted> = Given

export type SameAsContract = [
  Accepts<client.PartFilm, PartFilm>,
  Accepts<PartFilm, client.PartFilm>,
  Accepts<Finding, client.Finding>,
  Accepts<client.FindingResult, ReceivedOf<typeof findFilms>['findings'][number]>,
  Accepts<client.OrderLink, OrderLink>,
  Accepts<OrderLink, client.OrderLink>,
  Accepts<BodyInputOf<typeof makeOrderLink>, client.NewOrderLink>,
  Accepts<ReceivedOf<typeof makeOrderLink>, client.OrderLink & { already_made: 0 | 1 }>,
]
