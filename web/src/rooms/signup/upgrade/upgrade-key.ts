/** The key of the state of the upgrade. */
export const upgradeKey = ['upgrade'] as const
