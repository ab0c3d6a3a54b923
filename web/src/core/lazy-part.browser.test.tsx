import { Suspense } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { lazyPart, loadWhenOnline } from './lazy-part.ts'
import { whenReachable } from './online.ts'

/** Covers what loads later, when the connection is lost. */

const connection = vi.spyOn(navigator, 'onLine', 'get')
const goOffline = () => connection.mockReturnValue(false)
function comeBack() {
  connection.mockReturnValue(true)
  dispatchEvent(new Event('online'))
}
afterEach(comeBack)

const Controls = () => <button type="button">Play</button>
/** A loader that fails while the browser is offline. */
const loader = vi.fn(async () => {
  if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module')
  return { default: Controls }
})

test('the page stays when the connection is lost before a part has loaded, and the part comes later', async () => {
  goOffline()
  const Part = lazyPart(loader)
  await render(
    <main>
      <p>The film goes on</p>
      <Suspense fallback={<p>Loading the controls</p>}>
        <Part />
      </Suspense>
    </main>,
  )
  await expect.poll(() => loader).toHaveBeenCalledOnce()
  await expect.element(page.getByText('Loading the controls')).toBeVisible()
  await expect.element(page.getByText('The film goes on')).toBeVisible()
  comeBack()
  await expect.element(page.getByRole('button', { name: 'Play' })).toBeVisible()
})

test('a style sheet that failed leaves the page, so that it is loaded again with its part', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'http://127.0.0.1:1/x.css' })
  document.head.append(link)
  await expect.poll(() => link.isConnected).toBe(false)
})

test('a part that does not exist is an error, after a second attempt', async () => {
  const missing = vi.fn(() => Promise.reject(new TypeError('404')))
  await expect(loadWhenOnline(missing)).rejects.toThrow('404')
  expect(missing).toHaveBeenCalledTimes(2)
})

test('the server counts as reachable when it responds, not when the browser has a network', async () => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response(null, { status: 502 }))
    .mockResolvedValueOnce(new Response(null, { status: 200 }))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    fetched.mockRestore()
    vi.useRealTimers()
  })
  const reachable = whenReachable(new AbortController().signal)
  await vi.advanceTimersByTimeAsync(2000)
  await reachable
  expect(fetched).toHaveBeenCalledTimes(3)
})
