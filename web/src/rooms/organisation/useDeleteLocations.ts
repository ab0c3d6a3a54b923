import { deleteLocation, type Location, undoDeletedLocation } from '@cutaway/contract/rooms/organisation/locations.ts'
import { send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { useSignedIn, useSite } from '../../core/session.ts'
import { placeKeys } from './places.ts'

interface Answered {
  status: 0 | 1
  message: string
}

/** Runs calls one after another; stops at the first refusal and returns it. */
async function oneByOne(rows: readonly Location[], run: (row: Location) => Promise<Answered>): Promise<Answered> {
  let answer: Answered = { status: 1, message: 'ok' }
  for (const row of rows) {
    answer = await run(row)
    if (answer.status !== 1) break
  }
  return answer
}

/** Returns functions that delete locations, with Undo in the notice, and restore them. */
export function useDeleteLocations() {
  const { user } = useSignedIn()
  const { web_site_id } = useSite()
  const change = useChange(...placeKeys)
  const restoring = ({ id }: Location) => send(undoDeletedLocation, { params: { id } })
  return {
    remove: (rows: readonly Location[]) =>
      change(
        oneByOne(rows, ({ id }) => send(deleteLocation, { params: { id, user_id: user.user_id, web_site_id } })),
        {
          undo: () => oneByOne(rows, restoring),
          detail: rows.map((row) => row.businessentity_location_name).join(', '),
        },
      ),
    restore: (row: Location) => change(restoring(row), { detail: row.businessentity_location_name }),
  }
}
