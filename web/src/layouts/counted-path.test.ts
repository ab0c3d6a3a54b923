import { expect, test } from 'vitest'
import { countedPath } from './counted-path.ts'

test.each([
  ['/home', '/home'],
  ['/animation/BRKDSC', '/animation/BRKDSC'],
  ['/sample/BRKDSC', '/sample/BRKDSC'],
])('%s is counted as it is: it names no person', (address, counted) => expect(countedPath(address)).toBe(counted))

test.each([
  ['/forgot_password/abcdefghijklmnopqrstuvwxyz', '/forgot_password/:token'],
  ['/reset_password/abcdefghijklmnopqrstuvwxyz', '/reset_password/:token'],
  ['/accountAccess/4711', '/accountAccess/:user_id'],
  ['/signup_au/SPRING', '/signup_au/:promo'],
  ['/no/such/page/dana@example.org', '/'],
])('%s is counted without what it tells of a person', (address, counted) => expect(countedPath(address)).toBe(counted))
