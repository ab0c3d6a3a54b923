import type { Engine } from './engine.ts'
import type { Log } from '../observability/log.ts'

/**
 * Notifies every node of changes in the database, so that the node drops the affected data from memory within a second.
 * Triggers send the notices (`noticesOf` in server/migrations/notices.ts): one for each kind and web site of a
 * transaction.
 */

export const noticeKinds = [
  /** Web sites with their hosts, features, settings, languages and brands. */
  'sites',
  /** Languages and brands, which all web sites share. */
  'languages',
  /** Rights of a role in a business, and of a user. */
  'permissions',
  /** Content of the home page by web site: systems, news, videos. */
  'home',
  /** Texts that users change in the database. */
  'translations',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The channel of all notices. A payload is a kind and a web site ('sites 31'); 0 stands for all web sites. */
export const noticeChannel = 'cutaway_changes'

export interface Notices {
  /**
   * Calls `drop` with the web site whose rows changed. Null means all web sites: also after an interrupted connection,
   * when notices may have been lost. Returns a function that unregisters it.
   */
  on(kinds: readonly NoticeKind[], drop: (webSiteId: number | null) => void): () => void
  /**
   * Runs `reload` after a change. Changes that arrive during a run cause one more run. A failed run is logged and
   * repeated. A change that arrived before the registration counts too. Returns a function that unregisters it.
   */
  reload(kinds: readonly NoticeKind[], reload: () => Promise<void>): () => void
  stop(): void
}

/** Milliseconds before a failed reload is retried. */
const retryAfter = 1_000

interface Listener {
  kinds: readonly NoticeKind[]
  call(webSiteId: number | null): void
}

/** Starts to listen for the notices of a database. */
export async function makeNotices(engine: Pick<Engine, 'listen'>, log: Log): Promise<Notices> {
  const listeners = new Set<Listener>()
  const arrived = new Set<NoticeKind>()

  function tell(kinds: readonly NoticeKind[], webSiteId: number | null) {
    for (const kind of kinds) arrived.add(kind)
    for (const listener of listeners) {
      if (!listener.kinds.some((kind) => kinds.includes(kind))) continue
      try {
        listener.call(webSiteId)
      } catch (err) {
        log.error({ err, kinds }, 'a notice could not be handled')
      }
    }
  }

  const end = await engine.listen(noticeChannel, {
    notice(payload) {
      const [name, site] = payload.split(' ')
      const kind = noticeKinds.find((known) => known === name)
      // The trigger of a newer node may send kinds that this one does not know.
      if (kind) tell([kind], Number(site) || null)
    },
    lost: () => tell(noticeKinds, null),
  })

  const add = (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    on: (kinds, drop) => add({ kinds, call: drop }),

    reload(kinds, reload) {
      let state: 'idle' | 'running' | 'running, once more' | 'stopped' = 'idle'
      let timer: NodeJS.Timeout | undefined
      const call = () => {
        if (state === 'idle') void run()
        else if (state === 'running') state = 'running, once more'
      }
      async function run() {
        state = 'running'
        clearTimeout(timer)
        try {
          await reload()
        } catch (err) {
          log.warn({ err, kinds }, 'a change could not be read')
          timer = setTimeout(call, retryAfter).unref()
        }
        done()
      }
      function done() {
        if (state === 'stopped') return clearTimeout(timer)
        const again = state === 'running, once more'
        state = 'idle'
        if (again) call()
      }
      const remove = add({ kinds, call })
      if (kinds.some((kind) => arrived.has(kind))) call()
      return () => {
        state = 'stopped'
        clearTimeout(timer)
        remove()
      }
    },

    stop() {
      end()
      listeners.clear()
    },
  }
}
