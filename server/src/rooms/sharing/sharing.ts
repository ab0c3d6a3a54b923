import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/endpoints.ts'
import type { Library } from '../catalogue/library.ts'
import { consentHandlers } from './consent.ts'
import { historyHandlers } from './history.ts'
import { linkHandlers } from './links.ts'
import { pageHandlers } from './page.ts'
import { sendHandlers } from './sends.ts'

/** Films for customers. */
export const sharingHandlers = (library: Library): Handlers<typeof contract.sharing> => ({
  ...sendHandlers(library),
  ...linkHandlers(library),
  ...pageHandlers(library),
  ...historyHandlers(library),
  ...consentHandlers,
})
