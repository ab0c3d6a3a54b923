import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoSites } from '../../../demo/sites.ts'
import { world, type World } from '../testing/world.ts'
import { analyticsOf, policyOf } from './analytics.ts'

const page = {
  scripts: () => [],
  textRooms: async () => ['frame' as const],
  html: () => Promise.resolve('<html><body><!--boot--></body></html>'),
}
let w: World
beforeAll(async () => {
  w = await world({ pages: page })
})
afterAll(() => w.close())

async function opened(site: number) {
  const response = await w.visitor({ site }).request('/bhome')
  const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(await response.text())![1]!) as { analytics: unknown }
  return { analytics: boot.analytics, policy: response.headers.get('content-security-policy') ?? '' }
}

describe('visits are counted', () => {
  test('only on web sites 150, 151 and 153', async () => {
    const counting: number[] = []
    for (const { id } of demoSites) if ((await opened(id)).analytics !== null) counting.push(id)
    expect(counting).toEqual([150, 151, 153])
  })

  test('uses the id of the site, and is off without one', () => {
    const of = (settings: Record<string, unknown>, features = ['analytics']) =>
      analyticsOf({ features, settings }, false)
    expect(of({ analytics_id: 'G-1' })).toMatchObject({
      id: 'G-1',
      script: 'https://www.googletagmanager.com/gtag/js',
    })
    expect(of({})).toBeNull()
    expect(of({ analytics_id: 'G-1' }, [])).toBeNull()
  })

  test('uses a built-in stand-in in the demo', async () => {
    const { analytics } = await opened(150)
    expect(analytics).toEqual({ id: 'G-DEMO150', script: '/analytics/stand-in.js' })
    const dana = w.visitor({ site: 150 })
    expect((await dana.request('/analytics/stand-in.js')).headers.get('content-type')).toContain('text/javascript')
    const sent = await dana.request('/analytics/collect', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"page_view"}',
    })
    expect(sent.status).toBe(204)
  })
})

describe('the content security policy', () => {
  const google = analyticsOf({ features: ['analytics'], settings: { analytics_id: 'G-1' } }, false)!

  test('allows the analytics origin on its sites, and nothing else', () => {
    const collects = [
      'https://www.googletagmanager.com',
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
    ]
    expect(policyOf(google)).toEqual({
      'script-src': ['https://www.googletagmanager.com'],
      'connect-src': collects,
      'img-src': collects,
    })
  })

  test('is unchanged on all other sites', async () => {
    await w.database.system
      .updateTable('web_sites')
      .set({ settings: JSON.stringify({ analytics_id: 'G-1', analytics_script: 'https://count.example/tag.js' }) })
      .where('web_site_id', 'in', [31, 151])
      .execute()
    await w.running.services.sites.refresh()
    expect((await opened(151)).policy).toContain("script-src 'self' 'sha256-")
    expect((await opened(151)).policy).toMatch(/script-src [^;]*https:\/\/count\.example;/)
    expect(await opened(31)).toMatchObject({ analytics: null, policy: expect.not.stringContaining('example') })
  })
})
