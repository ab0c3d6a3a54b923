import { useQueryClient } from '@tanstack/react-query'
import { toast, type ToastMore } from './toast.ts'

/** A change from a list or a form: shows its result as a notice, with Undo where it can be undone. */

interface Answered {
  status: 0 | 1
  message: string
}

export interface ChangeMore extends Pick<ToastMore, 'values' | 'detail'> {
  /** Reverses the change. The notice of the change then offers Undo. */
  undo?: () => Promise<Answered>
}

/**
 * Returns a function that runs a change and shows its notice. It returns whether the change succeeded; queries whose
 * keys begin with one of `keys` are loaded again. What can be restored is done at once with `undo`, without a question;
 * what is lost for good is asked about first, by ConfirmDialog.
 */
export function useChange(...keys: readonly string[]) {
  const client = useQueryClient()
  const reload = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [first] }) => typeof first === 'string' && keys.includes(first),
    })
  return async function change(work: Promise<Answered>, { undo, ...more }: ChangeMore = {}): Promise<boolean> {
    const answer = await work.catch((error: unknown) => {
      toast(error)
      return null
    })
    if (answer) {
      const isDone = answer.status === 1
      toast(answer, {
        ...more,
        ...(undo && isDone ? { action: { label: 'undo', run: () => void change(undo(), more) } } : {}),
      })
    }
    // Also after a refusal: the list may be older than what the server has refused for.
    await reload()
    return answer?.status === 1
  }
}
