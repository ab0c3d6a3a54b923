import { cards } from './pages/cards.ts'
import { demoClock } from './pages/demo-clock.ts'
import { ending } from './pages/ending.ts'
import { reactivation } from './comeback/reactivation.ts'
import { status } from './pages/status.ts'
import { switching } from './changes/switching.ts'

/** The calls of subscriptions. */
export const lifeHandlers = { ...status, ...cards, ...ending, ...switching, ...reactivation, ...demoClock }
