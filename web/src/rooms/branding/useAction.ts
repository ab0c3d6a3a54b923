import type { QueryKey } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../core/toast.ts'

/** Runs a mutation, shows its result as a notice, and refetches the list. Returns whether it succeeded. */
export function useAction(queryKey: QueryKey) {
  const client = useQueryClient()
  return async (work: Promise<{ status: 0 | 1; message: string }>): Promise<boolean> => {
    try {
      const answer = await work
      toast(answer)
      await client.invalidateQueries({ queryKey })
      return answer.status === 1
    } catch (error) {
      toast(error)
      return false
    }
  }
}
