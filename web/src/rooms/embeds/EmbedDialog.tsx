import { useTexts } from '../../core/i18n/i18n.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { Embed } from '@cutaway/contract/rooms/embeds/fields.ts'
import { EmbedTool } from './EmbedTool.tsx'
import { type EmbedOwner } from './embeds.ts'

/** Adds an embed or edits one. */
export default function EmbedDialog({
  owner,
  embed,
  onClose,
}: {
  owner: EmbedOwner
  embed?: Embed
  onClose: () => void
}) {
  const t = useTexts()
  return (
    <Dialog title={t(embed ? 'embed_edit' : 'embed_new')} size="lg" flush onClose={onClose}>
      <EmbedTool owner={owner} {...(embed ? { embed } : {})} onClose={onClose} />
    </Dialog>
  )
}
