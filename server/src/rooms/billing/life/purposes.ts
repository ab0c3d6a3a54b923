import type { Purpose } from '../purposes.ts'
import { invoicePurpose, type LifeServices } from './invoice-purposes.ts'
import { reactivationPurpose } from './comeback/reactivation-purpose.ts'
import { switchPurpose } from './changes/switch-purpose.ts'

/** What is paid for during the life of a subscription. */
export const lifePurposes = (services: LifeServices): readonly Purpose[] => [
  invoicePurpose(services, 'renewal'),
  invoicePurpose(services, 'arrears'),
  switchPurpose(services, 'locations'),
  switchPurpose(services, 'switch'),
  reactivationPurpose(services),
]
