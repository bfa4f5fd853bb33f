<?php
/**
 * Stands in for WooCommerce Memberships, which is sold and not installed in the tests. Signatures:
 * riclain/woocommerce-memberships 1.6.2, includes/wc-memberships-user-membership-functions.php and
 * includes/wc-memberships-membership-plan-functions.php: wc_memberships_is_user_active_member($user_id = null,
 * $plan), wc_memberships_get_membership_plans($args = null), whose plans have get_id() and get_name();
 * includes/class-wc-memberships-user-memberships.php: do_action('wc_memberships_user_membership_status_changed',
 * $user_membership, $old_status, $new_status) and do_action('wc_memberships_user_membership_saved', $plan,
 * ['user_id', 'user_membership_id', 'is_update']). Later versions (encore-media-group/city-arts,
 * wp-content/plugins/woocommerce-memberships, 2018) add do_action('wc_memberships_user_membership_transferred',
 * $user_membership, $new_owner, $previous_owner) and do_action('wc_memberships_user_membership_deleted', $user_membership).
 */

final class Stand_In_Plan
{
    public function get_id()
    {
        return 41;
    }

    public function get_name()
    {
        return 'Club';
    }
}

final class Stand_In_User_Membership
{
    public function __construct(private int $userId)
    {
    }

    public function get_user_id()
    {
        return $this->userId;
    }
}

function wc_memberships_get_membership_plans($args = null)
{
    return [new Stand_In_Plan()];
}

function wc_memberships_is_user_active_member($user_id = null, $plan = null)
{
    return (get_option('stand_in_woocommerce', [])[$user_id] ?? '') === 'active' && $plan === 41;
}

function stand_in_membership(int $user_id, string $status, string $hook = 'status_changed'): void
{
    update_option('stand_in_woocommerce', [$user_id => $status] + get_option('stand_in_woocommerce', []));
    $membership = new Stand_In_User_Membership($user_id);
    match ($hook) {
        'saved' => do_action('wc_memberships_user_membership_saved', new Stand_In_Plan(), ['user_id' => $user_id, 'user_membership_id' => 7, 'is_update' => false]),
        'deleted' => do_action('wc_memberships_user_membership_deleted', $membership),
        default => do_action('wc_memberships_user_membership_status_changed', $membership, 'pending', $status),
    };
}

function stand_in_transfer(int $from, int $to): void
{
    update_option('stand_in_woocommerce', [$from => '', $to => 'active']);
    do_action('wc_memberships_user_membership_transferred', new Stand_In_User_Membership($to), get_userdata($to), get_userdata($from));
}
