<?php
/**
 * Stands in for Paid Memberships Pro, which is not installed in the tests: its functions and its hook, with
 * members in an option. Signatures: strangerstudios/paid-memberships-pro 3.8.4, includes/functions.php:
 * pmpro_hasMembershipLevel($levels = null, $user_id = null), pmpro_getAllLevels($include_hidden = false, …),
 * pmpro_changeMembershipLevel($level, $user_id = null, …), which fires
 * do_action('pmpro_after_change_membership_level', $level_id, $user_id, $cancel_level).
 * A member who expires is changed to level 0 (classes/class-pmpro-recurring-actions.php).
 */

function pmpro_getAllLevels($include_hidden = false, $deprecated = false, $force = false)
{
    return [2 => (object) ['id' => '2', 'name' => 'Gold'], 3 => (object) ['id' => '3', 'name' => 'Silver, <i>new</i>']];
}

function pmpro_hasMembershipLevel($levels = null, $user_id = null)
{
    $members = get_option('stand_in_pmpro', []);
    return in_array($members[$user_id] ?? 0, array_map('intval', (array) $levels), true);
}

function pmpro_changeMembershipLevel($level, $user_id = null)
{
    update_option('stand_in_pmpro', [$user_id => (int) $level] + get_option('stand_in_pmpro', []));
    do_action('pmpro_after_change_membership_level', (int) $level, $user_id, null);
    return true;
}
