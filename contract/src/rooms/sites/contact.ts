import { z } from 'zod'
import { anyone, endpoint, notAudited } from '../../endpoint.ts'
import { Nothing } from '../../fields.ts'

/** Error reports of browsers, and the contact form with its captcha. */

export const vvconsolelog = endpoint({
  method: 'POST',
  path: '/vvconsolelog',
  who: anyone,
  audit: notAudited('a line in the log of the server'),
  summary: 'Logs a browser’s error report. At most 8 KB, 30 a minute from one address.',
  limit: { max: 30 },
  maxBody: 8192,
  body: z.object({
    url: z.string().max(2000).optional(),
    message: z.string().max(4000),
    type: z.string().max(100).optional(),
    caller_line: z.string().max(4000).optional(),
    user_agent: z.string().max(500).optional(),
    browser_name: z.string().max(100).optional(),
    platform: z.string().max(100).optional(),
    cause: z.string().max(4000).optional(),
  }),
  reply: Nothing,
})
export const getCaptcha = endpoint({
  method: 'GET',
  path: '/captcha',
  who: anyone,
  summary: 'Returns a new proof-of-work challenge for a public form.',
  limit: { max: 60 },
  reply: z.object({ challenge: z.unknown() }),
})
export const sendContact = endpoint({
  method: 'POST',
  path: '/contact',
  who: anyone,
  audit: notAudited('a message of a visitor; the mail itself is kept'),
  summary: 'Sends the contact form to the site. The captcha is checked on the server.',
  limit: { max: 10 },
  fails: ['captcha_not_solved'],
  body: z.object({
    name: z.string().trim().min(1).max(120),
    email: z.email().max(200),
    message: z.string().trim().min(1).max(4000),
    country_code: z.string().max(3).optional(),
    state: z.string().max(100).optional(),
    city: z.string().max(100).optional(),
    zip: z.string().max(20).optional(),
    business_name: z.string().max(200).optional(),
    captcha: z.string().max(4000),
  }),
  reply: Nothing,
})
