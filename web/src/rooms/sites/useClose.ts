import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'

/** Closes a dialog that has an address: back to the page it was opened from, or home when it was opened by its address. */
export function useClose(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    // The router numbers its entries; 0 is the one with which the visitor came.
    const { idx } = (history.state ?? {}) as { idx?: number }
    void (idx ? navigate(-1) : navigate(paths.publicHome, { replace: true, preventScrollReset: true }))
  }, [navigate])
}
