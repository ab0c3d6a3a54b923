import { expect, test, vi } from 'vitest'
import type { NoticeSubscriber } from './engine.ts'
import { makeLog } from '../observability/log.ts'
import { makeNotices } from './notices.ts'

/** Notices without a database; nodes.test.ts tests them with one. */

const log = makeLog({ logLevel: 'silent' })

async function made() {
  let subscriber: NoticeSubscriber | undefined
  const notices = await makeNotices(
    {
      listen: async (_channel, given) => {
        subscriber = given
        return () => (subscriber = undefined)
      },
    },
    log,
  )
  return { notices, send: (payload: string) => subscriber?.notice(payload), lose: () => subscriber?.lost() }
}

test('calls a listener for the kinds it registered, with the web site or null for all of them', async () => {
  const { notices, send, lose } = await made()
  const heard: unknown[] = []
  const end = notices.on(['sites', 'languages'], (webSiteId) => heard.push(webSiteId))
  for (const payload of ['sites 31', 'home 31', 'languages 0', 'of a later version 31', '']) send(payload)
  expect(heard).toEqual([31, null])
  lose()
  expect(heard).toEqual([31, null, null])
  end()
  send('sites 31')
  expect(heard).toHaveLength(3)
})

test('calls the other listeners if one throws', async () => {
  const { notices, send } = await made()
  const heard = vi.fn()
  notices.on(['sites'], () => {
    throw new Error('broken')
  })
  notices.on(['sites'], heard)
  send('sites 31')
  expect(heard).toHaveBeenCalledOnce()
})

test('runs one more reload for many changes during a reload, never two at once', async () => {
  const { notices, send } = await made()
  const finish: (() => void)[] = []
  const reload = vi.fn(() => new Promise<void>((resolve) => finish.push(resolve)))
  notices.reload(['sites'], reload)
  for (let i = 0; i < 5; i += 1) send('sites 31')
  expect(reload).toHaveBeenCalledTimes(1)
  finish[0]!()
  await expect.poll(() => reload).toHaveBeenCalledTimes(2)
  finish[1]!()
  await new Promise(setImmediate)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('does not miss a change that arrives before the registration of its kind', async () => {
  const { notices, send } = await made()
  send('sites 31')
  const sites = vi.fn(async () => undefined)
  const home = vi.fn(async () => undefined)
  notices.reload(['sites'], sites)
  notices.reload(['home'], home)
  expect(sites).toHaveBeenCalledOnce()
  expect(home).not.toHaveBeenCalled()
})

test('repeats a failed reload until it succeeds, and stops when it is unregistered', async () => {
  vi.useFakeTimers()
  try {
    const { notices, send } = await made()
    let works = false
    const reload = vi.fn(async () => {
      if (!works) throw new Error('no database')
    })
    const end = notices.reload(['sites'], reload)
    send('sites 31')
    await vi.advanceTimersByTimeAsync(1100)
    expect(reload).toHaveBeenCalledTimes(2)
    works = true
    await vi.advanceTimersByTimeAsync(5000)
    expect(reload).toHaveBeenCalledTimes(3)
    works = false
    send('sites 31')
    await vi.advanceTimersByTimeAsync(1)
    end()
    await vi.advanceTimersByTimeAsync(5000)
    expect(reload).toHaveBeenCalledTimes(4)
  } finally {
    vi.useRealTimers()
  }
})
