import type { PermissionName } from '@cutaway/contract/permissions.ts'

/** Whoever has one of these sends films to customers, and sees what became of them. */
export const shareRights = [
  'allow_share_email',
  'allow_share_sms',
  'allow_share_mms',
  'allow_generate_link',
] as const satisfies readonly PermissionName[]
