/** Query key of a user's personal settings. */
export const settingsKey = (userId: number) => ['personal-settings', userId]
