import { useQuery } from '@tanstack/react-query'
import { shownPhone } from './phone.ts'

/** The library of telephone numbers. It is loaded by the first page that asks for a number or shows one. */
export const usePhones = () =>
  useQuery({ queryKey: ['phone numbers'], queryFn: () => import('libphonenumber-js'), staleTime: Infinity })

/** Returns a function that writes a number in E.164 in groups, '+1 503 555 0160'; what is no number stays as it is. */
export function useShownPhone(): (number: string) => string {
  const { data: phones } = usePhones()
  return (number) => (phones && shownPhone(phones, number, '')) ?? number
}
