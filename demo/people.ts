/** The people of the demo. All have the same password; their names describe their roles. */

export const demoPassword = 'cutaway-demo'

export interface DemoPerson {
  username: string
  role: number
  first: string
  last: string
  /** Only an enterprise user who is not an employee manages the subscription. */
  isEmployee?: 1
  /** Position of the person's location among the six of the business (0 to 5). */
  location?: number
}

export const demoPeople: readonly DemoPerson[] = [
  { username: 'super', role: 1, first: 'Sam', last: 'Okonkwo' },
  { username: 'distributor', role: 2, first: 'Dina', last: 'Marsh' },
  { username: 'enterprise', role: 3, first: 'Elena', last: 'Voss' },
  { username: 'employee', role: 3, first: 'Emil', last: 'Brandt', isEmployee: 1 },
  { username: 'regional', role: 4, first: 'Rosa', last: 'Delgado', location: 0 },
  { username: 'location', role: 5, first: 'Liam', last: 'Ferris', location: 0 },
  { username: 'advisor', role: 6, first: 'Dana', last: 'Whitlock', location: 0 },
  { username: 'kiosk', role: 7, first: 'Waiting', last: 'Room', location: 0 },
  { username: 'attorney', role: 8, first: 'Ada', last: 'Quill', location: 1 },
  { username: 'trial', role: 9, first: 'Tariq', last: 'Stone', location: 1 },
  { username: 'edumanager', role: 11, first: 'Edith', last: 'Moreau', location: 2 },
  { username: 'staff', role: 12, first: 'Stella', last: 'Nyman', location: 2 },
  { username: 'student', role: 13, first: 'Stefan', last: 'Ilic', location: 2 },
  { username: 'lite', role: 14, first: 'Lin', last: 'Zhao', location: 3 },
  { username: 'translator', role: 15, first: 'Tova', last: 'Adler', location: 3 },
]

/** Each region has two of the six locations. */
export const demoRegions = ['North', 'Centre', 'South'] as const
/** Opening hours of every location, in minutes of the day from Sunday to Saturday. */
export const demoHours = [null, [480, 1080], [480, 1080], [480, 1080], [480, 1080], [480, 1080], [540, 780]]

export const demoLocations = [
  { name: 'Harbor Road', street: '418 Harbor Road', city: 'Portland', state: 'OR', zip: '97201' },
  { name: 'Mill Lane', street: '22 Mill Lane', city: 'Salem', state: 'OR', zip: '97301' },
  { name: 'Station Street', street: '7 Station Street', city: 'Eugene', state: 'OR', zip: '97401' },
  { name: 'Orchard Park', street: '130 Orchard Park', city: 'Medford', state: 'OR', zip: '97501' },
  { name: 'Quayside', street: '61 Quayside', city: 'Astoria', state: 'OR', zip: '97103' },
  { name: 'Summit Avenue', street: '905 Summit Avenue', city: 'Bend', state: 'OR', zip: '97701' },
] as const
