import type { Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import { queries } from '../../../core/query.ts'

/**
 * The customer for whom the next film is chosen: the share dialog opens with this customer. It is in memory only, and a
 * logout clears it.
 */
const key = ['next-customer'] as const

export const nextCustomer = {
  set(customer: Customer): void {
    queries.setQueryDefaults(key, { gcTime: Infinity })
    queries.setQueryData(key, customer)
  },
  get: (): Customer | undefined => queries.getQueryData<Customer>(key),
  clear: (): void => queries.removeQueries({ queryKey: key }),
}
