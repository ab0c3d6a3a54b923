import crawlers from 'crawler-user-agents'
import { isbot } from 'isbot'

/**
 * All patterns of the list as one expression, compiled at start: testing a user agent takes a tenth of a millisecond.
 */
const known = new RegExp(crawlers.map(({ pattern }) => `(?:${pattern})`).join('|'))

/**
 * Returns whether a user agent names a program of the lists `crawler-user-agents` or `isbot`. Some of these programs run
 * scripts and decode films, so only their name tells them from a person's browser.
 */
export const isKnownRobot = (userAgent: string): boolean => isbot(userAgent) || known.test(userAgent)
