import { senderRights, type PermissionName } from '@cutaway/contract/permissions.ts'

/** Any of these rights allows a user to send films to customers and see the receipts. */
export const shareRights = [...senderRights, 'allow_generate_link'] as const satisfies readonly PermissionName[]
