/** Returns whether a link is active now. */
export const stateOf = (
  link: { expires_at: Date; revoked_at: Date | null },
  now: Date,
): 'active' | 'expired' | 'revoked' =>
  link.revoked_at !== null ? 'revoked' : link.expires_at <= now ? 'expired' : 'active'

/**
 * Returns whether the page of a link asks for a decision. Links of the version before do not say: a link on a shop's
 * own web page asks only if it belongs to a repair order.
 */
export const isAsking = (link: { asks: string | null; kind: string; ro_number: string }): boolean =>
  link.asks === null ? link.kind !== 'websitePromotion' || link.ro_number !== '' : link.asks === 'decision'
