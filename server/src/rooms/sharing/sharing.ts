import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/http/endpoints.ts'
import type { Library } from '../catalogue/library/library.ts'
import { historyHandlers } from './receipts/receipts.ts'
import { linkHandlers } from './links/links.ts'
import { pageHandlers } from './landing/landing.ts'
import { sendHandlers } from './send/sends.ts'

/** Films for customers. */
export const sharingHandlers = (library: Library): Handlers<typeof contract.sharing> => ({
  ...sendHandlers(library),
  ...linkHandlers(library),
  ...pageHandlers(library),
  ...historyHandlers(library),
})
