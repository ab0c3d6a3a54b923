/** The forms of the tokens of this folder: a known beginning, which secret scanners find, then 256 random bits. */

/** Opens the page of a frame, once. */
export const tokenPrefix = 'cutlogin_'
export const tokenPattern = /^cutlogin_[A-Za-z0-9_-]{43}$/

/** Held in memory by an open page (pageTokenPattern in the contract). */
export const pageTokenPrefix = 'cutpage_'

/** Stands in the place of a password, once. */
export const ticketPrefix = 'cutticket_'
export const ticketPattern = /^cutticket_[A-Za-z0-9_-]{43}$/
