const regionalManager = 4

/** Returns what a role belongs to: the whole business, regions or a location. */
export const placeKindOf = (accessId: number): 'none' | 'regions' | 'location' =>
  accessId < regionalManager ? 'none' : accessId === regionalManager ? 'regions' : 'location'
