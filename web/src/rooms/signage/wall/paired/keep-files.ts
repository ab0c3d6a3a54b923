import type { WallItem, WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import type { Kept } from '@cutaway/contract/rooms/signage/screens.ts'
import type { Told, Wanted } from '../kept/worker.ts'

/** Lets the service worker keep the files of the loop. A browser without one plays as long as it has a network. */

const script = '/wall-worker.js'
const scope = '/pair'

let ready: Promise<ServiceWorker | null> | undefined

async function start(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator)) return null
  try {
    const registration = await navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' })
    const worker = registration.active ?? registration.waiting ?? registration.installing
    if (!worker) return null
    if (worker.state !== 'activated')
      await new Promise<void>((resolve) => {
        worker.addEventListener('statechange', () => {
          if (worker.state === 'activated' || worker.state === 'redundant') resolve()
        })
      })
    return worker
  } catch (error) {
    console.info('the wall keeps no files', error)
    return null
  }
}

const worker = () => (ready ??= start())

/** Asks that the browser does not clear the files away when space is short. */
export function askForSpace(): void {
  navigator.storage
    ?.persist()
    .then((granted) => granted || console.info('the browser may clear kept files away'))
    .catch((error: unknown) => console.info('no lasting storage', error))
}

/** Asks for the files of a plan, in the order in which they play from the present item. */
export function keepFiles(plan: WallPlan, now: WallItem | null): void {
  const index = Math.max(
    0,
    plan.items.findIndex(({ item_id }) => item_id === now?.item_id),
  )
  const turned = [...plan.items.slice(index), ...plan.items.slice(0, index)]
  const pictures = (item: WallItem) => [
    ...(item.menu?.sections.flatMap(({ items }) => items.flatMap(({ picture }) => picture ?? [])) ?? []),
    ...(item.menu?.films.flatMap(({ poster_url }) => poster_url ?? []) ?? []),
  ]
  const files = turned.flatMap((item) => [...item.files.map(({ url }) => url), ...pictures(item)])
  const logo = plan.logo_url?.startsWith('/') ? [plan.logo_url] : []
  const wanted: Wanted = {
    kind: 'keep',
    files: [...new Set([...files, ...logo])],
    playing: now?.sources.plain ?? null,
    shell: [
      ...shellOf(performance.getEntriesByType('resource')),
      ...plan.items.flatMap(({ captions_url, labels_url }) => [captions_url ?? [], labels_url ?? []].flat()),
    ],
  }
  void worker().then((one) => one?.postMessage(wanted))
}

/** Returns the paths of the page with its scripts, styles and texts. */
function shellOf(loaded: PerformanceEntryList): string[] {
  const paths = loaded
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
    .filter((path) => path.startsWith('/assets/') || path.startsWith('/language-translations/'))
  return [scope, ...new Set(paths)]
}

export function forgetFiles(): void {
  void worker().then((one) => one?.postMessage({ kind: 'forget' }))
}

/** Calls back with what is kept. Returns what ends it. */
export function onKept(tell: (kept: Kept) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const listen = ({ data }: MessageEvent<Told>) => {
    const { kind, ...kept } = data
    if (kind === 'kept') tell(kept)
  }
  navigator.serviceWorker.addEventListener('message', listen)
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}
