import type { Play } from '@cutaway/contract/rooms/signage/plays.ts'
import type { Played, Shown } from '../engine/loop-player.ts'
import { uuid } from '../../../../core/uuid.ts'

/**
 * Keeps what a screen played until the server has it: in IndexedDB, or in the memory of the page where that is refused or
 * full. Times are those of the device; the server's are computed when a play is told, by what is known of the clock then.
 */

interface Row extends Omit<Play, 'started_at' | 'ended_at'> {
  /** Milliseconds of the device's clock. */
  started: number
  ended: number
  /** Still plays. After a restart, what is open was cut off. */
  open: boolean
}

const store = 'plays'
/** A year of plays without network is more than any proof needs; the oldest go first. */
const mostRows = 20_000
const mostInMemory = 2000

const outcomeOf = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')))
  })

function openStore(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(name, 1)
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore(store, { keyPath: 'id' }).createIndex('started', 'started'),
      )
      request.addEventListener('success', () => resolve(request.result))
      // A browser that keeps nothing still plays; what it played is told from memory.
      request.addEventListener('error', () => resolve(null))
      request.addEventListener('blocked', () => resolve(null))
    } catch {
      resolve(null)
    }
  })
}

export class PlayLog {
  readonly #store: Promise<IDBDatabase | null>
  /** Rows that could not be stored. */
  readonly #memory = new Map<string, Row>()
  /** What plays now: the loop's item and the film for a customer. */
  readonly #open = new Map<boolean, Row>()
  #telling: Promise<void> | undefined

  constructor(name = 'cutaway-wall') {
    this.#store = openStore(name).then(async (db) => {
      await this.#closeLeft(db)
      return db
    })
  }

  /** Notes that an item began. */
  begin({ item, forCustomer }: Shown): void {
    const now = Date.now()
    const open = this.#open.get(forCustomer)
    // The loop's item goes on after a film for a customer.
    if (open?.item === item.item_id && open.open && !forCustomer) return
    const row: Row = {
      ...rowOf(item, forCustomer),
      outcome: 'cut',
      reason: 'stopped',
      started: now,
      ended: now,
      open: true,
    }
    this.#open.set(forCustomer, row)
    void this.#put(row)
  }

  /** Notes how an item ended, or that it was passed over. Settles once it is kept. */
  end({ item, outcome, reason, forCustomer, started, ended }: Played): Promise<void> {
    const open = outcome === 'skipped' ? undefined : this.#open.get(forCustomer)
    if (open) this.#open.delete(forCustomer)
    const row = open?.item === item.item_id ? open : { ...rowOf(item, forCustomer) }
    return this.#put({ ...row, outcome, reason, started, ended, open: false })
  }

  /** Returns plays that have ended, the oldest first. */
  async untold(most: number): Promise<Row[]> {
    const rows = [...(await this.#stored()), ...this.#memory.values()]
    return rows
      .filter(({ open }) => !open)
      .toSorted((a, b) => a.started - b.started)
      .slice(0, most)
  }

  /**
   * Tells what has ended, and forgets it once `send` has returned. `ahead` are the milliseconds by which the device's clock is
   * ahead of the server's.
   */
  tell(send: (plays: Play[]) => Promise<unknown>, { most, ahead }: { most: number; ahead: number }): Promise<void> {
    this.#telling ??= this.#tellNow(send, most, ahead).finally(() => (this.#telling = undefined))
    return this.#telling
  }

  async #tellNow(send: (plays: Play[]) => Promise<unknown>, most: number, ahead: number): Promise<void> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- the next plays after the server has these
      const rows = await this.untold(most)
      if (rows.length === 0) return
      // oxlint-disable-next-line no-await-in-loop -- see above
      await send(rows.map((row) => toPlay(row, ahead)))
      // oxlint-disable-next-line no-await-in-loop -- see above
      await this.#forget(rows.map(({ id }) => id))
      if (rows.length < most) return
    }
  }

  /** Forgets everything, when the screen is no longer paired. */
  async clear(): Promise<void> {
    this.#memory.clear()
    this.#open.clear()
    const db = await this.#store
    if (db) await outcomeOf(db.transaction(store, 'readwrite').objectStore(store).clear())
  }

  async #stored(): Promise<Row[]> {
    const db = await this.#store
    if (!db) return []
    return (await outcomeOf(db.transaction(store).objectStore(store).index('started').getAll(null, mostRows))) as Row[]
  }

  async #put(row: Row): Promise<void> {
    const db = await this.#store
    try {
      if (!db) throw new Error('nothing is stored on this device')
      await outcomeOf(db.transaction(store, 'readwrite').objectStore(store).put(row))
      this.#memory.delete(row.id)
    } catch {
      // The disk is full or refused: the wall goes on, and the row is told from memory.
      this.#memory.set(row.id, row)
      const [first] = this.#memory.keys()
      if (this.#memory.size > mostInMemory && first !== undefined) this.#memory.delete(first)
    }
  }

  async #forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#memory.delete(id)
    const db = await this.#store
    if (!db) return
    const rows = db.transaction(store, 'readwrite').objectStore(store)
    await Promise.all(ids.map((id) => outcomeOf(rows.delete(id))))
  }

  /** Ends what played when the page was lost, and drops the oldest plays beyond the limit. */
  async #closeLeft(db: IDBDatabase | null): Promise<void> {
    if (!db) return
    const rows = db.transaction(store, 'readwrite').objectStore(store)
    const all = (await outcomeOf(rows.index('started').getAll())) as Row[]
    const old = all.slice(0, Math.max(0, all.length - mostRows))
    await Promise.all([
      ...old.map(({ id }) => outcomeOf(rows.delete(id))),
      ...all.filter(({ open }) => open).map((row) => outcomeOf(rows.put({ ...row, open: false }))),
    ])
  }
}

const rowOf = (item: Shown['item'], forCustomer: boolean) => ({
  id: uuid(),
  kind: item.kind,
  item: item.item_id,
  title: item.title,
  part_id: item.part_id,
  language_id: item.language_id,
  for_customer: forCustomer ? (1 as const) : (0 as const),
})

function toPlay(row: Row, ahead: number): Play {
  const { started, ended, open: _open, ...play } = row
  const at = (milliseconds: number) => new Date(milliseconds - ahead).toISOString()
  return { ...play, started_at: at(started), ended_at: at(Math.max(started, ended)) }
}
