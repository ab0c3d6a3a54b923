import { expect, test } from 'vitest'
import { countBounce, countDelivery, countPayment, metricsText, observeRequest, watchDatabaseWaits } from './metrics.ts'

/** Returns the value of a counter; 0 if it is missing. */
const counted = (page: string, series: string) =>
  Number(
    page
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? 0,
  )

test('reports requests by route, deliveries by state, and waits for the database', async () => {
  const before = await metricsText()
  observeRequest('/api/v1/part/:id', 'GET', 200, 0.004)
  observeRequest('/api/v1/part/:id', 'GET', 200, 0.2)
  observeRequest('/api/v1/part/:id', 'GET', 404, 0.001)
  countDelivery('mail', 'sent')
  countDelivery('text', 'failed')
  countBounce('hard')
  countPayment('eway', 'declined')
  watchDatabaseWaits(() => 3)
  const page = await metricsText()
  const more = (series: string) => counted(page, series) - counted(before, series)
  expect(more('http_request_duration_seconds_count{route="/api/v1/part/:id",method="GET",status="200"}')).toBe(2)
  expect(
    more('http_request_duration_seconds_bucket{le="0.005",route="/api/v1/part/:id",method="GET",status="200"}'),
  ).toBe(1)
  expect(more('deliveries_total{channel="mail",state="sent"}')).toBe(1)
  expect(more('deliveries_total{channel="text",state="failed"}')).toBe(1)
  expect(more('mail_bounces_total{kind="hard"}')).toBe(1)
  expect(more('payments_total{provider="eway",outcome="declined"}')).toBe(1)
  expect(page).toContain('database_waits 3')
  expect(page).toContain('process_resident_memory_bytes')
})
