import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/http/endpoints.ts'
import { addresses } from './addresses.ts'
import { banners } from './banners.ts'
import { content } from './content.ts'
import { logo } from './logo.ts'

/** What people put on messages to customers. */
export const brandingHandlers: Handlers<typeof contract.branding> = {
  ...addresses,
  ...content,
  ...banners,
  ...logo,
}
