import type * as contract from '@cutaway/contract/rooms/sites/feedback.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import { hostName, type Site } from '../../core/tenancy.ts'
import { hasFeedback, insertFeedback } from './feedback.queries.ts'

/** What users say of a web site, once each. */
export const feedback: Handlers<typeof contract> = {
  saveFeedback: async ({ body, caller, site, origin, db, services, audit }) => {
    const page = ownPage(body.page_url, site, origin)
    const isFirst = await insertFeedback(db, site, {
      user_id: caller.user.user_id,
      rating: body.rating,
      feedback: body.feedback,
      page_url: page,
      language_id: caller.user.language_id ?? site.default_lang_id,
      created_at: services.clock.now(),
    })
    if (!isFirst) fail('feedback_already_given')
    audit({ after: { rating: body.rating } })
    return answer({ redirect: page }, { message: 'feedback_saved' })
  },

  checkWebSiteUserFeedBack: async ({ owner, site, db }) => ({ given: await hasFeedback(db, site, owner.user_id) }),
}

/**
 * The path of an address of this site, so that nobody is led elsewhere: a path, or a whole address whose host is one of
 * the site's. Null for everything else.
 */
export function ownPage(address: string | undefined, { hosts }: Pick<Site, 'hosts'>, origin: string): string | null {
  // Browsers drop control characters and read a backslash as a slash, which would change what is checked here.
  if (!address || /[\\\p{Cc}]/u.test(address)) return null
  try {
    const base = new URL(origin)
    const url = new URL(address, base)
    const known = url.host === base.host || hosts.includes(hostName(url.host))
    if (!/^https?:$/.test(url.protocol) || !known || url.username || url.password) return null
    const path = url.pathname + url.search + url.hash
    return path.startsWith('//') ? null : path
  } catch {
    return null
  }
}
