import { expect, test } from 'vitest'
import { countBounce, countMail, countMessage, metricsText, observeRequest, watchDatabaseWaits } from './metrics.ts'

test('the operator sees requests by route, mails and text messages by state and who waits for the database', async () => {
  observeRequest('/api/v1/part/:id', 'GET', 200, 0.004)
  observeRequest('/api/v1/part/:id', 'GET', 200, 0.2)
  observeRequest('/api/v1/part/:id', 'GET', 404, 0.001)
  countMail('sent')
  countMessage('failed')
  countBounce('hard')
  watchDatabaseWaits(() => 3)
  const page = await metricsText()
  expect(page).toContain('http_request_duration_seconds_count{route="/api/v1/part/:id",method="GET",status="200"} 2')
  expect(page).toContain(
    'http_request_duration_seconds_bucket{le="0.005",route="/api/v1/part/:id",method="GET",status="200"} 1',
  )
  expect(page).toContain('mails_total{state="sent"} 1')
  expect(page).toContain('text_messages_total{state="failed"} 1')
  expect(page).toContain('mail_bounces_total{kind="hard"} 1')
  expect(page).toContain('database_waits 3')
  expect(page).toContain('process_resident_memory_bytes')
})
