import type { Endpoint } from './endpoint.ts'
import { isEndpoint } from './endpoint.ts'
import * as branding from './rooms/branding/branding.ts'
import * as catalogue from './rooms/catalogue/catalogue.ts'
import * as consent from './rooms/consent.ts'
import * as favourites from './rooms/favourites.ts'
import * as messaging from './rooms/messaging.ts'
import * as player from './rooms/player/player.ts'
import * as sessions from './rooms/sessions.ts'
import * as sharing from './rooms/sharing/sharing.ts'
import * as sites from './rooms/sites/sites.ts'
import * as users from './rooms/users.ts'

/** Every call of the product, by room. */
export const contract = { messaging, sites, sessions, users, catalogue, player, favourites, branding, consent, sharing }
export type Contract = typeof contract
export type RoomName = keyof Contract

/** The calls of a room: the exports of its file that were made by endpoint(). */
export type CallsOf<Room> = { [Name in keyof Room as Room[Name] extends Endpoint ? Name : never]: Room[Name] }

/** Every declared call in order of rooms, with the name by which code knows it. */
export function allCalls(): { room: RoomName; name: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(([room, calls]) =>
    Object.entries(calls).flatMap(([name, endpoint]) =>
      isEndpoint(endpoint) ? [{ room: room as RoomName, name, endpoint }] : [],
    ),
  )
}
