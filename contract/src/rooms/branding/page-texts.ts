import { z } from 'zod'
import { endpoint, level, may } from '../../endpoint.ts'
import { Id } from '../../fields.ts'

/** What a business writes on the page that its customers open: what happens after an answer, and what prices include. */

export const mostPageText = 160

/** The texts of one language. An empty text: the usual words. */
export const PageWords = z.object({
  language_id: Id,
  /** Under "{name} has your answer"; nothing without it. */
  told: z.string(),
  /** The step of the work. */
  work: z.string(),
  /** The step after the work. */
  ready: z.string(),
  /** What the prices include; nothing without it. */
  prices: z.string(),
})
export type PageWords = z.infer<typeof PageWords>

/** Texts over their limit are refused by name; far longer ones as malformed. */
const Given = z.string().max(2000)

const PageTexts = z.object({
  /** One entry for each language of the web site. */
  words: z.array(PageWords),
  /** The usual words in the same languages. */
  usual: z.array(PageWords),
  /** The caller may change them. */
  is_mine: z.boolean(),
})

export const getPageTexts = endpoint({
  method: 'GET',
  path: '/getPageTexts',
  who: may('manage_email_settings'),
  summary: 'Returns what the caller’s business writes on the customer’s page, in each language of the web site.',
  reply: PageTexts,
})

export const setPageTexts = endpoint({
  method: 'PUT',
  path: '/setPageTexts',
  who: level(5),
  actsFor: 'user_id',
  audit: { action: 'page_texts.change' },
  summary: 'Changes what a business writes on the customer’s page. A language that is left out keeps its texts.',
  body: z.object({
    user_id: Id.optional(),
    words: z
      .array(PageWords.extend({ told: Given, work: Given, ready: Given, prices: Given }))
      .max(50)
      .meta({
        example: [{ language_id: 50, told: 'Parts are in stock', work: 'We do the work today', ready: '', prices: '' }],
      }),
  }),
  fails: ['text_too_long'],
  reply: PageTexts,
})
