import type { Embed } from '@cutaway/contract/rooms/embeds/fields.ts'
import { CallFailed } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { type EmbedOwner, listKey, removeEmbed } from './embeds.ts'

/** Asks before an embed is deleted: it disappears from the pages of its websites. */
export function DeleteEmbed({ owner, embed, onClose }: { owner: EmbedOwner; embed: Embed; onClose: () => void }) {
  const t = useTexts()
  const change = useChange(listKey)
  const websites = [embed.domain_name, embed.domain_temp].filter(Boolean).join(', ')
  const question =
    owner.kind === 'user'
      ? 'are you sure you want to delete this iframe code ?'
      : 'are_you_sure_you_want_to_delete_iframe_account'
  const where = t('embed_delete_where', {
    name: `\u2068${embed.animation_name}\u2069`,
    websites: `\u2068${websites}\u2069`,
  })
  return (
    <ConfirmDialog
      title={t('confirmation_required')}
      text={`${t(question)} ${where}`}
      verb={t('embed_do_delete')}
      onClose={onClose}
      onConfirm={async () => {
        if (!(await change(removeEmbed(owner, embed)))) throw new CallFailed('not_found', 404)
      }}
    />
  )
}
