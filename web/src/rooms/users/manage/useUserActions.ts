import { setUserPlaces } from '@cutaway/contract/rooms/users/moving.ts'
import {
  deleteManageUser,
  endUserSessions,
  lockUsers,
  requiredPasswordChange,
  restoreUsers,
  sendLoginDetailToUser,
  unlockUsers,
  type UserRow,
} from '@cutaway/contract/rooms/users/users.ts'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { placeKindOf } from './place-kind.ts'
import { nameOf, usersKey } from './users.ts'

/** The server changes up to this many users at once; the path of a deletion holds fewer ids than a body. */
const mostAtOnce = 300

/** The location of users, and the regions of regional managers. */
export interface Places {
  businessentity_location_id: number | null
  location_class_ids: number[]
}
const placesOf = ({ businessentity_location_id, location_class, user_access_id }: UserRow): Places => ({
  businessentity_location_id,
  location_class_ids: placeKindOf(user_access_id) === 'regions' ? location_class.map(({ id }) => id) : [],
})
/** Returns whether a user can be moved back to the place of the row: a place that was deleted meanwhile is no choice. */
const canReturn = ({ user_access_id, location_class, businessentity_location_id, is_location_deleted }: UserRow) =>
  placeKindOf(user_access_id) === 'regions'
    ? location_class.length > 0
    : businessentity_location_id !== null && is_location_deleted === 0

/** Sends an action for all users, some at a time. Stops at the first refusal, and returns the last answer. */
async function sendAll<Item, Answer extends { status: 0 | 1 }>(
  ids: readonly Item[],
  sendSome: (some: Item[]) => Promise<Answer>,
): Promise<Answer> {
  let answer = await sendSome(ids.slice(0, mostAtOnce))
  for (let from = mostAtOnce; from < ids.length && answer.status === 1; from += mostAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- a refusal stops the rest
    answer = await sendSome(ids.slice(from, from + mostAtOnce))
  return answer
}

/** Returns what can be done to one or several users. Each action shows a notice and returns whether it succeeded. */
export function useUserActions() {
  const t = useTexts()
  const change = useChange(usersKey)
  const of = (users: readonly UserRow[]) => {
    const [only] = users
    return users.length === 1 && only ? isolated(nameOf(only)) : t('users_count', { count: users.length })
  }
  const idsOf = (users: readonly UserRow[]) => users.map(({ id }) => id)
  const restoring = (ids: number[]) => () => sendAll(ids, (id) => send(restoreUsers, { body: { id } }))
  const unlocking = (ids: number[]) => () => sendAll(ids, (id) => send(unlockUsers, { body: { id } }))

  const setting = (all: ({ id: number } & Places)[]) =>
    sendAll(all, (places) => send(setUserPlaces, { body: { places } }))

  return {
    /** Moves users at locations to a location, and regional managers to regions. */
    move(users: readonly UserRow[], to: Partial<Places>) {
      const back = users.filter(canReturn).map((user) => ({ id: user.id, ...placesOf(user) }))
      return change(setting(users.map((user) => ({ id: user.id, ...placesOf(user), ...to }))), {
        detail: of(users),
        ...(back.length > 0 ? { undo: () => setting(back) } : {}),
      })
    },
    remove: (users: readonly UserRow[]) =>
      change(
        sendAll(idsOf(users), (id) => send(deleteManageUser, { params: { json: { id } } })),
        { undo: restoring(idsOf(users)), detail: of(users) },
      ),
    restore: (users: readonly UserRow[]) => change(restoring(idsOf(users))(), { detail: of(users) }),
    async sendLoginDetails(users: readonly UserRow[]) {
      let leftOut = 0
      const sending = sendAll(idsOf(users), async (id) => {
        const answer = await send(sendLoginDetailToUser, { body: { id } })
        leftOut += answer.data?.left_out ?? 0
        return answer
      })
      await sending.catch(() => undefined)
      const detail = leftOut > 0 ? t('users_left_out', { count: leftOut }) : of(users)
      return change(sending, { detail })
    },
    requirePassword: (users: readonly UserRow[]) =>
      change(
        sendAll(idsOf(users), (id) => send(requiredPasswordChange, { body: { id } })),
        { detail: of(users) },
      ),
    signOut: (users: readonly UserRow[]) =>
      change(
        sendAll(idsOf(users), (id) => send(endUserSessions, { body: { id } })),
        { detail: of(users) },
      ),
    lock: (users: readonly UserRow[]) =>
      change(
        sendAll(idsOf(users), (id) => send(lockUsers, { body: { id } })),
        { undo: unlocking(idsOf(users)), detail: of(users) },
      ),
    unlock: (users: readonly UserRow[]) => change(unlocking(idsOf(users))(), { detail: of(users) }),
  }
}
export type UserActions = ReturnType<typeof useUserActions>
