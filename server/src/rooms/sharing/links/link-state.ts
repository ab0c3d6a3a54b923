/** Returns whether a link is active now. */
export const stateOf = (
  link: { expires_at: Date; revoked_at: Date | null },
  now: Date,
): 'active' | 'expired' | 'revoked' =>
  link.revoked_at !== null ? 'revoked' : link.expires_at <= now ? 'expired' : 'active'
