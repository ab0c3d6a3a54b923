/** Returns whether a web site sells to Capricorn members. */
export const sellsToMembers = ({ features }: { features: readonly string[] }): boolean =>
  features.includes('au_signup_eway_paypal') && !features.includes('capricorn_disable')
