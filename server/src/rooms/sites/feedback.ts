import type * as contract from '@cutaway/contract/rooms/sites/feedback.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import { hostName, type Site } from '../../core/tenancy.ts'
import { hasFeedback, insertFeedback } from './feedback.queries.ts'

/** Users' feedback on a web site, once per user. */
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
 * Returns the path of a URL of this site: a path, or an absolute URL whose host is one of the site's. Returns null for
 * everything else, which prevents open redirects.
 */
export function ownPage(address: string | undefined, { hosts }: Pick<Site, 'hosts'>, origin: string): string | null {
  // Browsers drop control characters and treat a backslash as a slash, which would change the checked value.
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
