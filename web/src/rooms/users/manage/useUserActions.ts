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
import { nameOf, usersKey } from './users.ts'

/** The server changes up to this many users at once; the path of a deletion holds fewer ids than a body. */
const mostAtOnce = 300

/** Sends an action for all users, some at a time. Stops at the first refusal, and returns the last answer. */
async function sendAll<Answer extends { status: 0 | 1 }>(
  ids: readonly number[],
  sendSome: (some: number[]) => Promise<Answer>,
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

  return {
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
