import { expect, test, vi } from 'vitest'

const made = vi.hoisted((): { config: Record<string, unknown>[] } => ({ config: [] }))
vi.mock('hls.js', () => ({
  default: class {
    static Events = {}
    constructor(config: Record<string, unknown>) {
      made.config.push(config)
    }
    on() {}
    loadSource() {}
    attachMedia() {}
    destroy() {}
  },
}))

test('initial bandwidth is 100 kbps', async () => {
  const { attachStream } = await import('./hls.ts')
  const nothing = () => undefined
  attachStream({} as HTMLVideoElement, '/film.m3u8', {
    at: 3,
    tag: 'en-US',
    quality: 'auto',
    shownHeight: null,
    onHeights: nothing,
    onHeight: nothing,
    onTongues: nothing,
    onFatal: nothing,
  })
  expect(made.config).toMatchObject([{ abrEwmaDefaultEstimate: 100_000, startPosition: 3 }])
})
